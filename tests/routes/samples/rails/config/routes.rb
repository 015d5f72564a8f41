Rails.application.routes.draw do
  root to: "pages#home"
  get "about", to: "pages#about"
  get "/help" => "pages#help"
  match "/search", to: "pages#search", via: [:get, :post]

  resources :posts, only: [:index, :show] do
    member { post :publish }
    collection { get :drafts }
    get :recent, on: :collection
    resources :comments, only: :create
  end
  resource :profile, only: %i[show update]

  namespace :admin do
    resources :posts, only: [:destroy]
  end
  scope "/v1", module: "api" do
    get "status", to: "status#show"
  end
end
